"""Pages that people open in a browser: rendered here from the same views that every front end shows.

A feature brings a table of pages and acts in `PAGES` of its `pages.py`. docs/web.md says how.
"""
