"""What several calls share: filters, files of one's own, payment methods; a folder for each group of paths."""
