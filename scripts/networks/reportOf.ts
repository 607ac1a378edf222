import type { Answers } from './answers.js'
import type { Fact } from './fact.js'

/** The body of an issue has an end. */
const mostRows = 120

/** Writes a run's report as Markdown: problems first, defaults before the rest, then how many answered right. */
export function reportOf(facts: readonly Fact[], answers: Answers, today: string): string {
  const asked = facts.filter(({ id }) => answers[id]?.asked === today)
  const wrong = asked.filter(({ id }) => answers[id]?.problem != null)
  const sorted = [...wrong].sort(
    (a, b) => Number(b.isDefault) - Number(a.isDefault) || (a.id < b.id ? -1 : 1),
  )
  const rows = sorted.map((fact) => {
    const { problem, answered } = answers[fact.id] ?? {}
    const cells = [fact.id, problem, answered ?? `never (read ${fact.read})`, fact.source]
    return `| ${cells.map((cell) => cellOf(String(cell))).join(' | ')} |`
  })
  const slowest = [...asked]
    .filter(({ id }) => answers[id]?.problem === null)
    .sort((a, b) => (answers[b.id]?.milliseconds ?? 0) - (answers[a.id]?.milliseconds ?? 0))
    .slice(0, 5)
    .map(({ id }) => `- ${cellOf(id)}: ${answers[id]?.milliseconds} ms`)
  return [
    `# What answered on ${today}`,
    '',
    `${asked.length} asked, ${asked.length - wrong.length} right, ${wrong.length} not.`,
    '',
    ...(rows.length > 0
      ? [
          '| What | What is wrong | Last right answer | Read in |',
          '| --- | --- | --- | --- |',
          ...rows.slice(0, mostRows),
          '',
        ]
      : []),
    ...(rows.length > mostRows ? [`And ${rows.length - mostRows} more, in the file of answers.`, ''] : []),
    ...(slowest.length > 0 ? ['The slowest of the right ones:', '', ...slowest, ''] : []),
  ].join('\n')
}

/** Words of strangers stay in their cell, call nobody and link to nothing. */
function cellOf(text: string): string {
  return `\`${text.replaceAll(/[`|\s]+/g, ' ').slice(0, 300)}\``
}
