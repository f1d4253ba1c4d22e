from hegemon.cli import main

main()
