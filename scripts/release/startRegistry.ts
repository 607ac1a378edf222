import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

export interface Registry {
  readonly url: string
  /** The lines of an `.npmrc` with which a client publishes and installs here. */
  readonly settings: string
  /** The versions that were published, oldest first, by the package's name. */
  readonly versions: (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Returns the manifest of a published version. */
  readonly manifest: (name: string, version: string) => Promise<PublishedManifest>
  readonly stop: () => void
}

const publishedManifest = z.object({
  version: z.string(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
})
export type PublishedManifest = z.infer<typeof publishedManifest>

const published = z.object({ versions: z.record(z.string(), publishedManifest) })

/**
 * Starts a registry of packages on this machine. It keeps what is published below `folder`, and asks the registry that npm
 * is set to for everything that isn't ours.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'package.json',
    JSON.stringify({
      private: true,
      dependencies: { verdaccio: '6.8.0' },
      // The version that verdaccio names can't be had without a licence that isn't permissive.
      overrides: { 'node-fetch': '2.7.0' },
    }),
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  write('config.yaml', configuration())
  const server = spawn(
    process.execPath,
    ['node_modules/verdaccio/bin/verdaccio', '--config', 'config.yaml', '--listen', url],
    { cwd: folder, stdio: 'ignore' },
  )
  const read = async (name: string) => {
    const ask = () => fetch(`${url}/${name.replace('/', '%2f')}`)
    // A connection that was kept while a command ran is closed by now: then a new one is made.
    const answer = await ask().catch(ask)
    if (answer.status === 404) return { versions: {} }
    if (!answer.ok) throw new Error(`The registry answers ${answer.status} for ${name}.`)
    return published.parse(await answer.json())
  }
  await waitUntilReady(url, () => server.exitCode)
  return {
    url,
    settings: `registry=${url}/\n//127.0.0.1:${port}/:_authToken=rehearsal\n`,
    versions: async (names) =>
      new Map(
        await Promise.all(
          names.map(async (name) => [name, Object.keys((await read(name)).versions)] as const),
        ),
      ),
    manifest: async (name, version) => {
      const manifest = (await read(name)).versions[version]
      if (!manifest) throw new Error(`${name} ${version} isn't published.`)
      return manifest
    },
    stop: () => server.kill(),
  }
}

function configuration(): string {
  const outside = execFileSync('npm', ['config', 'get', 'registry']).toString().trim()
  return `storage: ./storage
max_body_size: 100mb
uplinks:
  outside:
    url: ${JSON.stringify(outside)}
    maxage: 1d
    timeout: 120s
    max_fails: 20
packages:
  '@latchkey/*':
    access: $all
    publish: $all
  'create-latchkey*':
    access: $all
    publish: $all
  '**':
    access: $all
    proxy: outside
log: { type: file, path: ./registry.log, level: warn }
`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('This machine gave no free port.')
  return address.port
}

async function waitUntilReady(url: string, exitCode: () => number | null): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (exitCode() !== null) throw new Error(`The registry ended with ${exitCode()} before it was ready.`)
    const isReady = await fetch(`${url}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(200)
  }
  throw new Error('The registry was not ready within a minute.')
}
