import { parseArgs } from 'node:util'
import { CreateError } from './createError.js'
import { type PackageManager, packageManagers } from './packageManager.js'
import { type Answers, inOrder, type Question, type Questions } from './question.js'

/** The words of a command line, read. */
export interface Arguments<Asked extends Questions> {
  /** Where the project goes, if that was said. */
  readonly folder: string | undefined
  /** Only what was said. */
  readonly answers: Partial<Answers<Asked>>
  readonly packageManager: PackageManager | undefined
  /** A folder with packed packages. */
  readonly packages: string | undefined
  /** Whether nothing is to be asked. */
  readonly yes: boolean
  readonly help: boolean
}

const commonOptions: Questions = {
  'package-manager': {
    kind: 'choice',
    message: 'Package manager',
    choices: packageManagers.map((value) => ({ value, label: value })),
    initial: 'npm',
  },
}

/**
 * Reads a command line. Lists are written `--chains eip155,solana` or `--chains eip155 --chains solana`.
 *
 * @throws CreateError `CREATE_OPTION_UNKNOWN` or `CREATE_OPTION_INVALID`
 */
export function readArguments<const Asked extends Questions>(
  words: readonly string[],
  questions: Asked,
): Arguments<Asked> {
  const known: Questions = { ...questions, ...commonOptions }
  const said = new Map<string, string[]>()
  const folders: string[] = []
  for (const token of tokensOf(words, known)) {
    if (token.kind === 'positional') folders.push(token.value)
    if (token.kind === 'option') {
      const { name, value } = readOption(token, known)
      said.set(name, [...(said.get(name) ?? []), value])
    }
  }
  if (folders.length > 1)
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      `Expected one folder, received "${folders.join('", "')}". With "npm create", options stand behind "--"; lists are written with commas.`,
    )
  if (folders[0]?.trim() === '')
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      'The folder has no name. Name one, such as "my-app", or write "." for this folder.',
    )
  const answers = Object.entries(known).flatMap(([name, question]) => {
    const values = said.get(name)
    return values ? [[name, answerOf(name, question, values)]] : []
  })
  const { 'package-manager': packageManager, ...rest } = Object.fromEntries(answers)
  return {
    folder: folders[0],
    answers: rest as Partial<Answers<Asked>>,
    packageManager,
    packages: said.get('packages')?.at(-1),
    yes: said.has('yes'),
    help: said.has('help'),
  }
}

function tokensOf(words: readonly string[], known: Questions) {
  const options = Object.entries(known).map(([name, { kind }]) => [
    name,
    { type: kind === 'yesOrNo' ? 'boolean' : 'string' } as const,
  ])
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(options),
      packages: { type: 'string' },
      yes: { type: 'boolean', short: 'y' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  return tokens
}

/** An option with its value; `--no-` before a name means no. */
function readOption(
  {
    name,
    rawName,
    value,
  }: { readonly name: string; readonly rawName: string; readonly value?: string | undefined },
  known: Questions,
): { readonly name: string; readonly value: string } {
  const positive = name.replace(/^no-/, '')
  const isNo = positive !== name && known[positive]?.kind === 'yesOrNo'
  const isSwitch = isNo || known[name]?.kind === 'yesOrNo' || name === 'yes' || name === 'help'
  if (!isSwitch && !Object.hasOwn(known, name) && name !== 'packages')
    throw new CreateError(
      'CREATE_OPTION_UNKNOWN',
      `There is no option "${rawName}". The options are ${optionsOf(known).join(', ')}.`,
    )
  if (isSwitch && value !== undefined)
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      `"${rawName}" takes no value, received "${value}". Leave the value out${isNo || name === 'yes' || name === 'help' ? '' : `, or write "--no-${name}"`}.`,
    )
  if (!isSwitch && !value)
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      `"${rawName}" needs a value, such as ${exampleOf(name, known)}.`,
    )
  return isSwitch
    ? { name: isNo ? positive : name, value: isNo ? 'no' : 'yes' }
    : { name, value: value ?? '' }
}

const optionsOf = (known: Questions) =>
  [...Object.keys(known), 'packages', 'yes', 'help'].map((name) => `--${name}`)

function exampleOf(name: string, known: Questions): string {
  const question = known[name]
  const [first] = question && question.kind !== 'yesOrNo' ? question.choices : []
  return `"--${name} ${first?.value ?? 'folder'}"`
}

function answerOf(
  name: string,
  question: Question,
  values: readonly string[],
): string | boolean | readonly string[] {
  if (question.kind === 'yesOrNo') return values.at(-1) === 'yes'
  const listed = question.kind === 'choices' ? values.flatMap((value) => value.split(',')) : values
  const chosen = [...new Set(listed.map((value) => value.trim()).filter((value) => value !== ''))]
  const allowed = question.choices.map(({ value }) => value)
  const wrong = chosen.find((value) => !allowed.includes(value))
  if (wrong !== undefined)
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      `"--${name}" can't be "${wrong}". Choose ${question.kind === 'choices' ? 'from' : 'one of'} ${allowed.join(', ')}.`,
    )
  if (question.kind === 'choices') {
    if (question.required && chosen.length === 0)
      throw new CreateError(
        'CREATE_OPTION_INVALID',
        `"--${name}" needs one of ${allowed.join(', ')} at least.`,
      )
    return inOrder(question, chosen)
  }
  const [only = '', second] = chosen
  if (second !== undefined)
    throw new CreateError(
      'CREATE_OPTION_INVALID',
      `"--${name}" takes one value, received "${chosen.join('", "')}".`,
    )
  return only
}
