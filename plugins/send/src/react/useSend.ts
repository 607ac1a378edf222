import { useService, useSnapshot } from '@latchkey/ui-react'
import type { BaseError } from '@latchkey/kernel/plugin'
import { useCallback } from 'react'
import type { SendArguments } from '../routes.js'
import { Sender, type SendPhase, type SentTransaction } from '../Sender.js'

export interface UseSendResult {
  /**
   * Opens the form, filled in with token, amount, network and receiver where given. Nothing is sent before the person
   * has seen the preview and confirmed in the wallet.
   * @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list
   */
  openSend(given?: SendArguments): Promise<void>
  readonly phase: SendPhase
  /** The last one that was handed to the chain, until the form is opened again. */
  readonly transaction: SentTransaction | undefined
  readonly error: BaseError | undefined
}

/** Opens the form to send, and follows what comes of it. */
export function useSend(): UseSendResult {
  const sender = useService(Sender)
  const { phase, transaction, error } = useSnapshot(sender.state)
  const openSend = useCallback((given?: SendArguments) => sender.open(given), [sender])
  return { openSend, phase, transaction, error: error as BaseError | undefined }
}
