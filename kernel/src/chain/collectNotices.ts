import type { SendNotice } from '../contracts/capabilities/send.js'

/** Adds the notice when the condition holds. */
export type AddNotice = (
  holds: boolean,
  code: string,
  severity: SendNotice['severity'],
  message: string,
  parameters?: SendNotice['parameters'],
) => void

/** What the person should know before the wallet opens, in the order it's shown. */
export function collectNotices(): { readonly notices: readonly SendNotice[]; readonly say: AddNotice } {
  const notices: SendNotice[] = []
  return {
    notices,
    say(holds, code, severity, message, parameters) {
      if (holds) notices.push({ code, message, severity, ...(parameters ? { parameters } : {}) })
    },
  }
}
