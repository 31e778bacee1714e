"""All numbers of a week, a month or a year together: habits, goals and metrics."""
