import { readField } from '@latchkey/kernel/chain'
import type { Eip1193Provider } from '@latchkey/plugin-eip155'

/** Speaks EIP-1193 through a port to another frame. What arrives there is read before it's used. */
export function frameProvider(port: MessagePort): Eip1193Provider {
  const waiting = new Map<unknown, (reply: unknown) => void>()
  const listeners = new Map<unknown, Set<(payload: unknown) => void>>()
  port.onmessage = ({ data }) => {
    waiting.get(readField(data, 'id'))?.(data)
    for (const tell of listeners.get(readField(data, 'event')) ?? []) tell(readField(data, 'payload'))
  }
  return {
    async request({ method, params }) {
      const id = crypto.randomUUID()
      const reply = await new Promise<unknown>((resolve) => {
        waiting.set(id, resolve)
        port.postMessage({ id, method, params })
      })
      waiting.delete(id)
      const error = readField(reply, 'error')
      if (error !== undefined) throw error
      return readField(reply, 'result')
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
}
