"""What several calls share: checks of filters and files, payment methods; a folder for each group of paths."""
