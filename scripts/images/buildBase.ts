import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ContainerTool } from './containerTool.js'
import { runProgram } from './runProgram.js'

interface BaseOptions {
  readonly tool: ContainerTool
  /** What the Dockerfile names: `node:22-slim`. */
  readonly named: string
  readonly tag: string
  /** Where npm installs from. */
  readonly registry: string
  readonly folder: string
  /** Makes it from packages of Debian and of npm, where no registry of images can be reached. */
  readonly isFromDebian: boolean
}

/** The image that the Dockerfile names, with another registry for npm. */
export async function buildBase(options: BaseOptions): Promise<void> {
  const { tool, named, tag, registry, folder, isFromDebian } = options
  const from = isFromDebian ? ['FROM scratch', `ADD ${await makeDebian(named, folder)} /`] : [`FROM ${named}`]
  const lines = [...from, `ENV npm_config_registry=${registry}`]
  const place = join(folder, 'base')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'Dockerfile'), `${lines.join('\n')}\n`)
  await tool.build(place, tag)
}

/** Has what `node:<major>-slim` has: Debian, Node, npm, and the user `node`. Returns the archive's name in `base`. */
async function makeDebian(named: string, folder: string): Promise<string> {
  const [, major] = /^node:(\d+)-slim$/.exec(named) ?? []
  if (major === undefined) throw new Error(`Expected an image such as node:22-slim, received: ${named}`)
  const root = join(folder, 'debian')
  const include = '--include=ca-certificates,libstdc++6'
  await runProgram('debootstrap', ['--variant=minbase', include, 'bookworm', root])
  const place = join(root, 'usr/local')
  const node = await unpack(`node-linux-${process.arch}@${major}`, join(folder, 'node'))
  renameSync(join(node, 'bin/node'), join(place, 'bin/node'))
  mkdirSync(join(place, 'lib/node_modules'), { recursive: true })
  renameSync(await unpack('npm@10', join(folder, 'npm')), join(place, 'lib/node_modules/npm'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(place, 'bin/npm'))
  appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n')
  appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
  await runProgram('install', ['-d', '-o', '1000', '-g', '1000', join(root, 'home/node')])
  mkdirSync(join(folder, 'base'))
  const without = ['dev', 'proc', 'sys'].map((name) => `--exclude=./${name}/*`)
  await runProgram('tar', [...without, '-cf', join(folder, 'base/debian.tar'), '-C', root, '.'])
  rmSync(root, { recursive: true })
  return 'debian.tar'
}

async function unpack(wanted: string, folder: string): Promise<string> {
  mkdirSync(folder)
  await runProgram('npm', ['pack', wanted, '--silent'], { cwd: folder })
  const [archive = ''] = readdirSync(folder)
  await runProgram('tar', ['-xzf', archive, '--no-same-owner'], { cwd: folder })
  return join(folder, 'package')
}
