// A maintainer's commonest mistakes end a release script with one sentence and its code.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace.js'

/** Runs a script without holding up the registry that stands in this process. */
async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(join(root, 'node_modules/.bin/tsx'), words, {
    cwd: root,
    env: { ...process.env, ...env },
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (part: Buffer) => (said.stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (said.stderr += part.toString()))
  const [status] = (await once(child, 'close')) as [number]
  return { status, ...said }
}

/** A workspace of one package with one changeset. */
async function planOf(changeset: string) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-plan-'))
  try {
    mkdirSync(join(folder, '.changeset'))
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    write('package.json', JSON.stringify({ name: 'one', version: '1.0.0' }))
    write('.changeset/config.json', '{}')
    write('.changeset/brave-cats.md', changeset)
    const script = `import { readPlan } from ${JSON.stringify(join(root, 'scripts/release/readPlan.ts'))}
      void readPlan(${JSON.stringify(folder)}).then(({ releases }) => console.log(releases.length))`
    return await run(['--eval', script])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a changeset', () => {
  it('is read', async () => {
    expect(await planOf("---\n'one': minor\n---\n\nMore.\n")).toEqual({
      status: 0,
      stdout: '1\n',
      stderr: '',
    })
  })

  it.each([
    ['without its head', 'Mended.\n', 'missing or invalid frontmatter'],
    [
      'of a package that is not there',
      "---\n'two': minor\n---\n\nMore.\n",
      'package two which is not in the workspace',
    ],
    ['with a word that says no size', "---\n'one': huge\n---\n\nMore.\n", 'invalid version type "huge"'],
  ])('%s is told with its file', async (_, text, said) => {
    const { status, stdout, stderr } = await planOf(text)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(said)
    expect(stderr).toMatch(/Look at brave-cats\.md in \.changeset.*\(CHANGESETS_UNREADABLE\)$/m)
  })
})

describe('a registry', () => {
  it.each([
    [401, '{"error":"no"}', '401 Unauthorized'],
    [403, '{"error":"no"}', '403 Forbidden'],
    [500, '{"error":"no"}', '500 Internal Server Error'],
    [200, '<html>Log in</html>', 'invalid json response body'],
  ])('that answers %i to a look is told, and nothing is published', async (code, body, said) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.method ?? '')
      response.writeHead(code, { 'content-type': 'application/json' }).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      const { status, stdout, stderr } = await run(['scripts/release/publish.ts', '--dry-run'], {
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retries: '0',
      })
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toContain(said)
      expect(stderr).toMatch(
        /^The registry doesn't say which versions it has: .*Nothing was published\. .*\(REGISTRY_UNREADABLE\)\n$/,
      )
    } finally {
      server.closeAllConnections()
      server.close()
    }
    expect(new Set(asked)).toEqual(new Set(['GET']))
  })
})

describe('publishing', () => {
  it('asks for a clone before it asks the registry', async () => {
    const { status, stderr } = await run(['scripts/release/publish.ts'], { GIT_DIR: '/nowhere' })
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^This folder is no git repository.*Publish from a clone\. \(REPOSITORY_MISSING\)\n$/,
    )
  })

  it.each([
    ['changed files', (folder: string) => writeFileSync(join(folder, 'left.txt'), ''), 'WORK_TREE_CHANGED'],
    ['packages that nobody built', () => {}, 'PACKAGES_UNBUILT'],
  ])('refuses %s before it asks the registry', async (_, spoil, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-clone-'))
    try {
      // The clone has the sources of the last commit; the scripts are those that are tried.
      execFileSync('git', ['clone', '--quiet', root, folder])
      cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
      execFileSync('git', ['-C', folder, 'add', '--all'])
      execFileSync('git', ['-C', folder, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'Tried'])
      spoil(folder)
      // Nobody listens there: asking would end with another code.
      const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
      const { status, stderr } = await run([join(folder, 'scripts/release/publish.ts')], env)
      expect(status).toBe(2)
      expect(stderr).toContain(`(${code})`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@example.com']
