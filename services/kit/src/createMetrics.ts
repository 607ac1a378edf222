/** Counters in the text format of Prometheus. Labels are words of the service, never of a caller. */
export interface Metrics<Name extends string> {
  count(name: Name, label?: string): void
  text(): string
}

/** @param help what each counter counts, by its name without the prefix `latchkey_` and the suffix `_total` */
export function createMetrics<const Name extends string>(
  help: Readonly<Record<Name, string>>,
): Metrics<Name> {
  const counts = new Map<string, number>()
  return {
    count(name, label) {
      const key = `latchkey_${name}_total${label === undefined ? '' : `{kind="${label}"}`}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    text: () =>
      (Object.keys(help) as Name[])
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
