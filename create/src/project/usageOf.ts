import type { Question, Questions } from './question.js'
import { packageManagers } from './packageManager.js'

/** How a generator is called, for `--help`. */
export function usageOf({
  command,
  summary,
  folder,
  questions,
}: {
  readonly command: string
  readonly summary: string
  readonly folder: string
  readonly questions: Questions
}): string {
  const rows = [
    ...Object.entries(questions).map(([name, question]) => rowOf(name, question)),
    [`--package-manager <${packageManagers.join('|')}>`, 'Default: the one that runs this'],
    ['--packages <folder>', 'Take the packages of Latchkey from archives in a folder'],
    ['-y, --yes', 'Ask nothing'],
    ['-h, --help', 'Say this'],
  ] as const
  const width = Math.max(...rows.map(([option]) => option.length))
  return [
    `Usage: npm create ${command} [folder] -- [options]`,
    '',
    summary,
    '',
    ...rows.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`),
    '',
    `Folder: ${folder} unless you name another. Lists are written with commas. Where a terminal is there, what you don't say is asked.`,
  ].join('\n')
}

function rowOf(name: string, question: Question): readonly [option: string, text: string] {
  if (question.kind === 'yesOrNo')
    return [`--${name}, --no-${name}`, `${question.message} Default: ${question.initial ? 'yes' : 'no'}`]
  const values = question.choices.map(({ value }) => value)
  if (question.kind === 'choice')
    return [`--${name} <${values.join('|')}>`, `${question.message} Default: ${question.initial}`]
  const initial = question.initial.length > 0 ? question.initial.join(',') : 'none'
  return [`--${name} <list>`, `${question.message} From ${values.join(', ')}. Default: ${initial}`]
}
