"""Every document of the repository is run: the snippets of its pages, the commands that --help shows, the notebooks."""
