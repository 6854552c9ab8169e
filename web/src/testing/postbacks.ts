import type { Delivery, Postback, PostbackTypes } from "@/api/gen/types.gen";
import { maya } from "@/testing/portal";

const types: PostbackTypes = {
  event_types: [
    { id: 1, name: "order.created", title: "Order created", macros: ["oid"] },
    { id: 2, name: "order.updated", title: "Order updated", macros: ["oid"] },
  ],
  delivery_types: [
    { id: 1, name: "GET" },
    { id: 2, name: "POST, JSON" },
  ],
  macros: [{ name: "oid", text: "Our order number", sample: "5001" }],
  mediums: [{ id: 1, name: "Own website" }],
  templates: [
    {
      name: "Voluum",
      delivery_type: 1,
      link_url: "https://YOUR-DOMAIN.voluumtrk.com/postback",
      parameters: { cid: "{uid1}" },
    },
  ],
};
export const saved: Postback = {
  id: 4,
  site_id: null,
  event_type: 1,
  delivery_type: 1,
  link_url: "https://tracker.example/in",
  mids: [],
  parameters: { a: "{oid}" },
  medium_id: null,
  state: "auto_paused",
  state_reason: "failing",
  failing_since: "2026-11-18T09:00:00Z",
  secret_shown_at: null,
  old_secret_until: null,
  success_rate: 87.5,
  delivered: 7,
  failed: 1,
  waiting: 3,
  last_at: "2026-11-23T09:00:00Z",
  created_at: "2026-11-01T09:00:00Z",
  updated_at: "2026-11-01T09:00:00Z",
};
export const delivery: Delivery = {
  id: "0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21",
  postback_id: 4,
  event_id: "1b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21",
  event_type: 1,
  oid: 5001,
  order_id: "LO-5001",
  attempt: 1,
  method: "GET",
  url: "https://tracker.example/in?a=5001",
  request_body: null,
  status_code: 503,
  ms: 12,
  error: "status",
  state: "waiting",
  next_attempt_at: "2026-11-23T09:00:05Z",
  test: false,
  created_at: "2026-11-23T09:00:00Z",
  attempts: [
    {
      at: "2026-11-23T09:00:00Z",
      status_code: 503,
      ms: 12,
      error: "status",
      answer: "<b>database is locked</b>",
    },
  ],
};
export const portal = {
  "/user/profile": maya,
  "/postback/list": { list: [saved], total: 1 },
  "/postback/recent": { list: [], total: 0 },
  "/postback/get_type": types,
  "/postback/deliveries": { list: [delivery], total: 1, next: null },
  "/postback/test_info": {
    macros: [],
    method: "GET",
    url: "https://tracker.example/in?a=5001",
    body: null,
  },
  "/site/list": { list: [], total: 0, next: null },
};
