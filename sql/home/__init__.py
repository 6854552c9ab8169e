"""Help articles, notices, banners and the search over everything, as a publisher sees them."""
