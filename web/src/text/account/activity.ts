/** Words of the account's log, for what it has as paths and names. */

/** What a call did. A network's session is noted for all it asks, also for what it only looks at. */
export const actions: Record<string, string> = {
  "/auth/sign_up": "Signed up",
  "/auth/sign_in": "Sign-in",
  "/auth/sign_out": "Signed out",
  "/auth/sessions": "List of sessions looked at",
  "/auth/session_end": "Session ended",
  "/auth/pwd_reset": "Password reset by mail",
  "/auth/email_verify": "E-mail address confirmed",
  "/auth/third_check": "Sign-in by another account",
  "/auth/sign_in_admin": "Signed in for you",

  "/user/profile": "Profile looked at",
  "/user/edit": "Profile changed",
  "/user/avatar_edit": "Picture changed",
  "/user/media_kit_edit": "Media kit saved",
  "/user/media_kit_del": "Media kit deleted",
  "/user/password_edit": "Password changed",
  "/user/email_edit": "New e-mail address asked for",
  "/user/third_list": "List of other accounts looked at",
  "/user/third_bind": "Other account bound",
  "/user/third_unbind": "Other account unbound",
  "/user/two_step_begin": "Two-step sign-in begun",
  "/user/two_step_confirm": "Two-step sign-in turned on",
  "/user/two_step_end": "Two-step sign-in turned off",
  "/user/audit": "Activity looked at",
  "/user/export": "Copy of your data made",
  "/user/close": "Account closed",
  "/files/{name}": "Copy of your data downloaded",

  "/common/upload": "File uploaded",
  "/common/download_list": "List of downloads looked at",
  "/common/download_del": "Download deleted",

  "/site/list": "Channels looked at",
  "/site/info": "Channel looked at",
  "/site/save": "Channel saved",
  "/site/set_default": "Channel made the default one",
  "/site/verify": "Channel verified",
  "/site/del": "Channel deleted",

  "/home/dashboard": "Dashboard looked at",
  "/home/refer": "Invitations looked at",
  "/brands/find": "Brands searched",
  "/brands/facets": "Brands counted",
  "/brands/info": "Brand looked at",
  "/brands/apply": "Brand asked to be joined",
  "/tools/link_code": "Link made",
  "/tools/links": "Links looked at",
  "/reports/performance": "Performance report looked at",
  "/reports/transactions": "Orders looked at",
  "/reports/transaction": "Order looked at",
  "/reports/clicks": "Clicks looked at",

  "/payments/methods": "Payment methods looked at",
  "/payments/method_fields": "Form of a payment method looked at",
  "/payments/method_save": "Payment method saved",
  "/payments/method_del": "Payment method deleted",
  "/payments/method_default": "Payment method made the default one",

  "/network/account_lock": "Account lock",
  "/network/site_review": "Channel reviewed",
  "/network/two_step_end": "Two-step sign-in turned off for you",
};

/** What an operator's lock did, by its kind. */
export const locks: Record<string, string> = {
  lock: "Account locked",
  unlock: "Account unlocked",
  new_password: "New password asked for",
};

/** Why something was refused, by its code's name. */
export const refusals: Record<string, string> = {
  refused: "Wrong password",
  email_not_verified: "E-mail not verified",
  user_locked: "Account locked",
  password_expired: "New password asked for",
  verification_code_invalid: "Wrong code",
};
