import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { runProgram } from './runProgram.js'

type Environment = Readonly<Record<string, string>>

/** What was made from an image, and keeps what it writes to `/data` until it is removed. */
export interface Container {
  /** Runs a command to its end, as the user that the image names, and returns what it printed. */
  run(command: readonly string[], environment?: Environment): Promise<string>
  /** Starts the command that the image names. */
  start(environment: Environment): ChildProcess
  /** Runs a line of a shell beside what was started, as a health check is run. @throws when it fails */
  look(line: string): Promise<string>
  /** Asks what was started to end, as an orchestrator does. */
  stop(running: ChildProcess): Promise<void>
  remove(): Promise<void>
}

/** A program that builds images and runs them. All of it is on the network of this machine. */
export interface ContainerTool {
  readonly name: 'docker' | 'podman' | 'buildah'
  /** @param base Image in the place of the one that the Dockerfile names. */
  build(folder: string, tag: string, base?: { readonly named: string; readonly tag: string }): Promise<void>
  create(tag: string): Promise<Container>
  removeImage(tag: string): Promise<void>
}

/** The first one that is installed and works. @throws when there is none */
export async function findContainerTool(): Promise<ContainerTool> {
  for (const tool of [withEngine('docker'), withEngine('podman'), buildah]) {
    const works = await runProgram(tool.name, ['info']).then(
      () => true,
      () => false,
    )
    if (works) return tool
  }
  throw new Error(
    'None of docker, podman and buildah works here. Install one, such as Debian’s package "buildah".',
  )
}

const flags = (environment: Environment) =>
  Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
const shown: SpawnOptions = { stdio: ['ignore', 'inherit', 'inherit'] }
const newName = () => `latchkey-${randomBytes(6).toString('hex')}`
const otherImage = { docker: 'docker-image://', podman: 'container-image://' }

/** For programs that take the same commands. */
function withEngine(name: 'docker' | 'podman'): ContainerTool {
  const run = (parameters: readonly string[]) => runProgram(name, parameters)
  return {
    name,
    async build(folder, tag, base) {
      const from = base ? ['--build-context', `${base.named}=${otherImage[name]}${base.tag}`] : []
      await runProgram(name, ['build', '--network', 'host', ...from, '--tag', tag, folder], { isShown: true })
    },
    async create(tag) {
      const [box, volume] = [newName(), newName()]
      await run(['volume', 'create', volume])
      const common = ['--rm', '--network', 'host', '--volume', `${volume}:/data`]
      return {
        run: (command, environment = {}) => run(['run', ...common, ...flags(environment), tag, ...command]),
        start: (environment) =>
          spawn(name, ['run', '--name', box, ...common, ...flags(environment), tag], shown),
        look: (line) => run(['exec', box, 'sh', '-c', line]),
        stop: async () => void (await run(['stop', box])),
        remove: async () => void (await run(['volume', 'rm', '--force', volume])),
      }
    },
    removeImage: async (tag) => void (await run(['rmi', '--force', tag])),
  }
}

/** The process that the others below a process only start. */
function innermost(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children[0] === undefined ? pid : innermost(Number(children[0]))
}

/** Needs no daemon, and no namespaces: what it runs shares all but the files with this machine. */
const buildah: ContainerTool = {
  name: 'buildah',
  async build(folder, tag, base) {
    const from = base ? ['--from', base.tag] : []
    const options = ['--isolation', 'chroot', '--format', 'docker', ...from]
    await runProgram('buildah', ['bud', ...options, '--tag', tag, folder], { isShown: true })
  },
  async create(tag) {
    const run = (parameters: readonly string[]) => runProgram('buildah', parameters)
    const box = await run(['from', '--pull-never', tag])
    const within = (environment: Environment, command: readonly string[]) => [
      ...['run', '--isolation', 'chroot', ...flags(environment), box, '--', ...command],
    ]
    const { OCIv1 } = JSON.parse(await run(['inspect', box])) as { OCIv1: { config: { Cmd: string[] } } }
    const own = OCIv1.config.Cmd
    return {
      run: (command, environment = {}) => run(within(environment, command)),
      start: (environment) => spawn('buildah', within(environment, own), shown),
      look: (line) => run(within({}, ['sh', '-c', line])),
      async stop({ pid }) {
        // What stands between kills the service where it should hand a signal on.
        if (pid !== undefined) process.kill(innermost(pid), 'SIGTERM')
      },
      remove: async () => void (await run(['rm', box])),
    }
  },
  removeImage: async (tag) => void (await runProgram('buildah', ['rmi', '--force', tag])),
}
