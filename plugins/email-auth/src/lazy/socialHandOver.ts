import type { Clock } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'

const name = 'latchkey.social'
const header = { protocol: z.literal('latchkey-social'), version: z.literal(1) }
const uri = z.string().check(z.maxLength(4096), z.url({ protocol: /^https?$/ }))
const answerShape = z.object({ ...header, uri })
const takenShape = z.object({ ...header, taken: uri })

/** How long a page has to take the answer of its window. Milliseconds. */
const takeTime = 500

/** Says the address that the provider sent the person back to. The window of a login says it, and so does the app's own page there. */
export function readAnswer(message: unknown): string | undefined {
  const parsed = z.safeParse(answerShape, message)
  return parsed.success ? parsed.data.uri : undefined
}

/**
 * Takes the answer from the app's own page in the window of the login. Providers that send Cross-Origin-Opener-Policy cut the window off
 * from this page, so that the wallet's page there leads to the app's page, which only this channel reaches from here.
 *
 * @param take Returns whether the answer belongs to this login.
 */
export function listenForAnswers(take: (uri: string) => boolean, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  channel.addEventListener('message', ({ data }) => {
    const answer = readAnswer(data)
    if (answer === undefined) return
    const taken = { protocol: 'latchkey-social', version: 1, taken: answer }
    if (!take(answer)) return
    // The listener closed its own channel when it took the answer.
    const reply = new BroadcastChannel(name)
    reply.postMessage(taken)
    reply.close()
  })
}

/** Hands the answer to the page that opened this window, and returns whether one took it. */
export function handOver(answer: string, clock: Clock): Promise<boolean> {
  const channel = new BroadcastChannel(name)
  return new Promise<boolean>((resolve) => {
    const timer = clock.setTimeout(() => resolve(false), takeTime)
    channel.addEventListener('message', ({ data }) => {
      const parsed = z.safeParse(takenShape, data)
      if (!parsed.success || parsed.data.taken !== answer) return
      clock.clearTimeout(timer)
      resolve(true)
    })
    channel.postMessage({ protocol: 'latchkey-social', version: 1, uri: answer })
  }).finally(() => channel.close())
}
