import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

/**
 * Asks evenly over each second, in a process of its own: `tsx evenLoad.ts <file>`, which holds what `EvenLoad` says.
 * One run of the load tool lets all its connections ask at the beginning of every second; so each connection is a run
 * of its own here, and they begin one after the other.
 */
export interface EvenLoad {
  readonly url: string
  /** Requests a second, in all. */
  readonly rate: number
  readonly seconds: number
  readonly requests: readonly {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly body?: string
  }[]
}

const connections = 25
const [, , file = ''] = process.argv
const { url, rate, seconds, requests } = JSON.parse(readFileSync(file, 'utf8')) as EvenLoad

const runs = Array.from({ length: connections }, async (_, index) => {
  await new Promise((resolve) => setTimeout(resolve, (1000 / connections) * index))
  const start = Math.floor((requests.length / connections) * index)
  return autocannon({
    url,
    connections: 1,
    overallRate: rate / connections,
    duration: seconds,
    headers: { 'content-type': 'application/json' },
    requests: [...requests.slice(start), ...requests.slice(0, start)].map((one) => ({ ...one })),
    skipAggregateResult: true,
  } as autocannon.Options)
})
// Documented, and missing from the declarations.
const aggregate: (results: readonly unknown[], options: object) => autocannon.Result = Reflect.get(
  autocannon,
  'aggregateResult',
)
const {
  latency,
  requests: made,
  non2xx,
  errors,
} = aggregate(await Promise.all(runs), { url, connections, duration: seconds })
console.log(JSON.stringify({ latency, made: made.total, non2xx, errors }))
