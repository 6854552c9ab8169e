"""What a list of orders can be sorted by."""

from enum import StrEnum


class OrderSort(StrEnum):
    """What orders are listed by; the newest first by default."""

    ORDER_TIME = "order_time"
    ORDER_TIME_DOWN = "-order_time"
    UPDATED_AT = "updated_at"
    UPDATED_AT_DOWN = "-updated_at"
    SALE_AMOUNT = "sale_amount"
    SALE_AMOUNT_DOWN = "-sale_amount"
    SALE_COMM = "sale_comm"
    SALE_COMM_DOWN = "-sale_comm"
