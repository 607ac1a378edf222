/** Times of the protocol, in milliseconds. */

/** How long a frame may take to announce that it is ready: `iframe_load_failed` after that. */
export const readyLimit = 20_000

/** Requests are sent this long after the frame said that it is ready. */
export const settleDelay = 500

/** How long the frame may take to answer a request that no person works on: `iframe_request_timeout` after that. */
export const requestLimit = 30_000

/** How long the frame may take to sign out. The app counts as signed out after that, too. */
export const signOutLimit = 3_000

/** A new code is sent to an email address no sooner than this after the last one. */
export const emailPause = 30_000

/** How long a method that is not allowed stays open before the person is told. */
export const notAllowedDelay = 300

/** How long a one-time code is valid. */
export const codeLifetime = 20 * 60_000

/** While a person works in the frame, it is asked this often whether it is still there. */
export const heartbeatPause = 10_000

/** A frame that left so many heartbeats in a row unanswered is gone. */
export const heartbeatsMissed = 2
