import { once } from 'node:events'
import type { Container } from './containerTool.js'

/** Variables of the service by the name of a database. */
export type Databases = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Of what the image names. */
export interface ServedImage {
  readonly url: string
  readonly healthCheck: string
}

const patience = 120_000

/** Starts the command of the image, waits until it is healthy, runs something against it, and stops it. */
export async function serve(
  container: Container,
  { url, healthCheck }: ServedImage,
  environment: Readonly<Record<string, string>>,
  run: () => Promise<void>,
): Promise<void> {
  const running = container.start(environment)
  const ended = once(running, 'exit') as Promise<[code: number | null, signal: string | null]>
  try {
    const early = ended.then(([code]) => {
      throw new Error(`The service ended with ${code}.`)
    })
    await Promise.race([early, untilHealthy(url)])
    await container.look(healthCheck)
    await Promise.race([early, run()])
  } finally {
    if (running.exitCode === null) await container.stop(running)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The service was asked to end, and ended with ${code}.`)
}

async function untilHealthy(url: string): Promise<void> {
  const end = Date.now() + patience
  for (;;) {
    const isHealthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy) return
    if (Date.now() > end) throw new Error(`${url}/health was not there within ${patience / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

export async function readOk(url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}.`)
  return answer.text()
}
