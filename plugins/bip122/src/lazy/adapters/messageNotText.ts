import { ConnectorError } from '@latchkey/kernel/plugin'

/** The wallet signs text, and the bytes are none. */
export function messageNotText(wallet: string): ConnectorError {
  return new ConnectorError(`${wallet} signs text only, and this message is not text.`, {
    code: 'MESSAGE_NOT_TEXT',
    parameters: { wallet },
  })
}
