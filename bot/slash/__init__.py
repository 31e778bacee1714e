"""Discord: the connection, and what every feature's commands, buttons and cards are made with."""
