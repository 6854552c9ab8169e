"""Cases about orders: opened by publishers, answered by the network's staff."""
