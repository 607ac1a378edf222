import { event } from '@latchkey/kernel/plugin'

/** A wallet's link could not be made or opened. Without the pairing's uri, which holds its key. */
export const OpeningFailed = event<{ readonly message: string; readonly name: string }>('CONNECT_PROXY_ERROR')
