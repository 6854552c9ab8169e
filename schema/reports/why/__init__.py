"""Why: questions about an order, a click, a payment or a case, the rows behind an answer, and the answers."""
