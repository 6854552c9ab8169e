/** Texts of the account's activity log, by the paths and code names it holds. */

/** What a call did. Everything that staff do while signed in as a publisher is logged, reads too. */
export const actions: Record<string, string> = {
  "/auth/sign_up": "Signed up",
  "/auth/sign_in": "Sign-in",
  "/auth/sign_out": "Signed out",
  "/auth/sessions": "Viewed sessions",
  "/auth/session_end": "Session ended",
  "/auth/pwd_reset": "Password reset by e-mail",
  "/auth/email_verify": "E-mail address confirmed",
  "/auth/third_check": "Sign-in with a connected account",
  "/auth/sign_in_admin": "Signed in as you",

  "/user/profile": "Viewed profile",
  "/user/edit": "Profile changed",
  "/user/avatar_edit": "Picture changed",
  "/user/media_kit_edit": "Media kit saved",
  "/user/media_kit_del": "Media kit deleted",
  "/user/password_edit": "Password changed",
  "/user/email_edit": "E-mail change requested",
  "/user/third_list": "Viewed connected accounts",
  "/user/third_bind": "Account connected",
  "/user/third_unbind": "Account disconnected",
  "/user/two_step_begin": "Two-step sign-in setup started",
  "/user/two_step_confirm": "Two-step sign-in turned on",
  "/user/two_step_end": "Two-step sign-in turned off",
  "/user/audit": "Viewed activity",
  "/user/export": "Copy of your data requested",
  "/user/close": "Account closed",
  "/files/{name}": "Copy of your data downloaded",

  "/common/upload": "File uploaded",
  "/common/download_list": "Viewed downloads",
  "/common/download_del": "Download deleted",

  "/site/list": "Viewed channels",
  "/site/info": "Viewed channel",
  "/site/save": "Channel saved",
  "/site/set_default": "Default channel changed",
  "/site/verify": "Channel verified",
  "/site/del": "Channel deleted",

  "/home/dashboard": "Viewed dashboard",
  "/home/refer": "Viewed referrals",
  "/brands/find": "Searched brands",
  "/brands/facets": "Viewed brand filters",
  "/brands/info": "Viewed brand",
  "/brands/apply": "Applied to a brand",
  "/brands/leave": "Left a brand",
  "/tools/link_code": "Link created",
  "/tools/links": "Viewed links",
  "/reports/performance": "Viewed performance report",
  "/reports/transactions": "Viewed orders",
  "/reports/transaction": "Viewed order",
  "/reports/clicks": "Viewed clicks",

  "/payments/methods": "Viewed payment methods",
  "/payments/method_fields": "Viewed payment method form",
  "/payments/method_save": "Payment method saved",
  "/payments/method_del": "Payment method deleted",
  "/payments/method_default": "Default payment method changed",

  "/network/account_lock": "Account lock",
  "/network/site_review": "Channel reviewed",
  "/network/two_step_end": "Two-step sign-in turned off for you",
};

/** What an operator's lock did, by its kind. */
export const locks: Record<string, string> = {
  lock: "Account locked",
  unlock: "Account unlocked",
  new_password: "New password required",
};

/** Why something was refused, by its code's name. */
export const refusals: Record<string, string> = {
  refused: "Wrong password",
  email_not_verified: "E-mail not verified",
  user_locked: "Account locked",
  password_expired: "New password required",
  verification_code_invalid: "Wrong code",
};
