/** Counters in the text format of Prometheus. Labels are words of ours, never of a caller. */
export interface Metrics {
  count(name: MetricName, label?: string): void
  text(): string
}

const help = {
  requests: 'Requests by status class.',
  codes_sent: 'One-time codes sent.',
  codes_wrong: 'One-time codes that were wrong.',
  logins: 'Logins by the way people signed in.',
  shares_released: 'Shares of the server released to a session.',
  wallets_created: 'Wallets made.',
  refused: 'Requests refused, by reason.',
} as const
export type MetricName = keyof typeof help

export function createMetrics(): Metrics {
  const counts = new Map<string, number>()
  return {
    count(name, label) {
      const key = `latchkey_${name}_total${label === undefined ? '' : `{kind="${label}"}`}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    text: () =>
      (Object.keys(help) as MetricName[])
        .map((name) => {
          const metric = `latchkey_${name}_total`
          const lines = [...counts].filter(([key]) => key === metric || key.startsWith(`${metric}{`))
          return [
            `# HELP ${metric} ${help[name]}`,
            `# TYPE ${metric} counter`,
            ...lines.map(([key, count]) => `${key} ${count}`),
            '',
          ].join('\n')
        })
        .join(''),
  }
}
