"""Links and clicks, from their arrival to the figures by day."""
