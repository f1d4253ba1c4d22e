"""The page: a local web server to play, watch, replay and understand games. `hegemon serve` starts it.

`app.create_app` makes the application, `settings.Settings` says how it runs.
"""
