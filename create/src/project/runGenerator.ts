import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerByDefault } from './answerByDefault.js'
import { checkNode } from './checkNode.js'
import { checkPackageName } from './checkPackageName.js'
import { CreateError } from './createError.js'
import { nameOfFolder } from './nameOfFolder.js'
import { callingPackageManager, commandsOf, type PackageManager } from './packageManager.js'
import { type PackageVersions, readVersions } from './packageVersions.js'
import type { ProjectPlan } from './projectPlan.js'
import type { Answers, Questions } from './question.js'
import { type Arguments, readArguments } from './readArguments.js'
import { usageOf } from './usageOf.js'
import { checkTarget, writeProject } from './writeProject.js'

/** A generator's choice by the answers. */
export type Chosen = Pick<ProjectPlan, 'parts' | 'values' | 'manifests' | 'refusedBuilds' | 'files'> & {
  /** Commands for the project once it's installed, such as `npm run dev`. */
  readonly next: readonly string[]
}

export interface Generator<Asked extends Questions> {
  /** The name behind `npm create`: `latchkey`. */
  readonly command: string
  readonly summary: string
  /** The folder where no one is named. */
  readonly folder: string
  readonly questions: Asked
  /** The folder with templates. */
  readonly templates: URL
  /** The generator's own `package.json`. */
  readonly manifest: URL
  /** @throws CreateError for answers that don't go together */
  readonly choose: (request: {
    readonly answers: Answers<Asked>
    readonly packageName: string
    readonly packageManager: PackageManager
  }) => Chosen
}

/** Where a generator runs. */
export interface Surroundings {
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  /** The version of Node that runs, such as `20.19.0`. */
  readonly nodeVersion: string
  /** Whether a person can be asked at the terminal of this process. */
  readonly isTerminal: boolean
  readonly say: (line: string) => void
  readonly warn: (line: string) => void
}

/**
 * Runs a generator from its command line to the last line that it says. Returns the exit code: 0 when the project is written, 2 when
 * the words, the folder or Node won't do, 130 when the person leaves.
 */
export async function runGenerator<const Asked extends Questions>(
  generator: Generator<Asked>,
  surroundings: Surroundings,
): Promise<number> {
  const { say, warn } = surroundings
  try {
    const manifest = fileURLToPath(generator.manifest)
    checkNode(manifest, surroundings.nodeVersion)
    const said = readArguments(surroundings.words, generator.questions)
    if (said.help) {
      say(usageOf(generator))
      return 0
    }
    // Nobody answers questions for packages that can't be had.
    const versions = readVersions(manifest, said.packages)
    const request = await completeRequest(generator, said, surroundings)
    if (request === undefined) {
      warn('Nothing was written.')
      return 130
    }
    write(generator, { ...request, versions, packageManager: said.packageManager }, surroundings)
    return 0
  } catch (error) {
    if (!(error instanceof CreateError)) throw error
    warn(inOneLine(`${error.message} (${error.code})`))
    return 2
  }
}

/** The surroundings of this process. */
export function ownSurroundings(): Surroundings {
  // Whoever reads what is said may stop before its end, as `head` does: what is written is written all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    words: process.argv.slice(2),
    environment: process.env,
    nodeVersion: process.versions.node,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env['CI'],
    say: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
  }
}

interface Request<Asked extends Questions> {
  readonly folder: string
  readonly answers: Answers<Asked>
}

interface Complete<Asked extends Questions> extends Request<Asked> {
  readonly versions: PackageVersions
  /** The one that was named. */
  readonly packageManager: PackageManager | undefined
}

async function completeRequest<Asked extends Questions>(
  { questions, folder: initial }: Generator<Asked>,
  said: Arguments<Asked>,
  { isTerminal }: Surroundings,
): Promise<Request<Asked> | undefined> {
  // Nobody answers questions for a folder that won't do.
  if (said.folder !== undefined) {
    checkPackageName(nameOfFolder(said.folder))
    checkTarget(said.folder)
  }
  if (!isTerminal || said.yes)
    return { folder: said.folder ?? initial, answers: answerByDefault(questions, said.answers) }
  // Loaded here, because it can't be loaded by a Node that is too old.
  const { askFolder, askQuestions } = await import('./askQuestions.js')
  const terminal = { input: process.stdin, output: process.stdout }
  const folder = said.folder ?? (await askFolder(initial, terminal))
  const answers = folder === undefined ? undefined : await askQuestions(questions, said.answers, terminal)
  return folder === undefined || answers === undefined ? undefined : { folder, answers }
}

function write<Asked extends Questions>(
  { templates, choose }: Generator<Asked>,
  { folder, answers, versions, ...said }: Complete<Asked>,
  { environment, say }: Surroundings,
): void {
  const packageManager = said.packageManager ?? callingPackageManager(environment)
  const packageName = nameOfFolder(folder)
  const { next, ...chosen } = choose({ answers, packageName, packageManager })
  const written = writeProject({
    ...chosen,
    ...versions,
    templates: fileURLToPath(templates),
    target: resolve(folder),
    packageName,
    packageManager,
  })
  const isHere = resolve(folder) === process.cwd()
  say(`Wrote ${written.length} files to ${isHere ? 'this folder' : folder}.\n\nNext:`)
  const enter = isHere ? [] : [`cd ${asWord(folder)}`]
  for (const line of [...enter, commandsOf(packageManager).install, ...next]) say(`  ${line}`)
}

/** Names may hold characters that a terminal obeys: they are shown as `\\u001b`. */
const inOneLine = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A folder as one word of a shell, so that what is said can be typed. */
const asWord = (folder: string) =>
  /^[\w./\\:~@%+,-]+$/.test(folder) && !/^[-~]/.test(folder)
    ? folder
    : `'${resolve(folder).replaceAll("'", "'\\''")}'`
