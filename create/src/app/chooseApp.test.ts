import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CreateError } from '../project/index.js'
import { type AppAnswers, filesOf, knownPackages } from './app.testing.js'
import { chains } from './chains.js'
import { features } from './features.js'

const ids = (listed: readonly { readonly id: string }[]) => listed.map(({ id }) => id)

/** Everything that a person can choose, but for features without their chain. */
const anyAnswers: fc.Arbitrary<AppAnswers> = fc
  .record({
    template: fc.constantFrom('vite', 'next'),
    chains: fc.subarray([...ids(chains)], { minLength: 1 }),
    features: fc.subarray([...ids(features)]),
    'sign-in': fc.boolean(),
  })
  .filter((answers) =>
    features.every(
      ({ id, chain }) =>
        chain === undefined || !answers.features.includes(id) || answers.chains.includes(chain),
    ),
  )

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\(|import) ?'([^']+)'/g)].map(([, specifier = '']) => specifier)

interface AppManifest {
  readonly name: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifestOf = (files: ReadonlyMap<string, string>) =>
  JSON.parse(files.get('package.json') ?? '') as AppManifest

/** Imports of a file that the app does not declare. */
function strayImports(files: ReadonlyMap<string, string>): readonly string[] {
  const { dependencies, devDependencies } = manifestOf(files)
  const atRun = new Set(Object.keys(dependencies))
  const anywhere = new Set([...atRun, ...Object.keys(devDependencies)])
  return [...files].flatMap(([path, text]) => {
    if (!/\.tsx?$/.test(path)) return []
    const isShipped = path.startsWith('src/') && path !== 'src/testWallets.ts'
    return importsOf(text).flatMap((specifier) => {
      if (specifier.startsWith('node:')) return []
      if (specifier.startsWith('.'))
        return files.has(posix.join(posix.dirname(path), specifier)) ? [] : [`${path}: ${specifier}`]
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
      return (isShipped ? atRun : anywhere).has(name) ? [] : [`${path}: ${specifier}`]
    })
  })
}

describe('any app', () => {
  it('imports only what it has, and has nothing left to fill in', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const files = filesOf(answers)
        expect(strayImports(files)).toEqual([])
        const unfilled = [...files].filter(([path, text]) => /__[a-z]\w*__/.test(path + text))
        expect(unfilled).toEqual([])
        expect(Object.values(manifestOf(files).scripts)).not.toContain('')
      }),
      { numRuns: 60 },
    )
  })

  it('finds an import that nobody declares', () => {
    const files = new Map(filesOf({}))
    files.set('src/App.tsx', "import { a } from 'left-pad'\nimport './gone.css'\n")
    expect(strayImports(files)).toEqual(['src/App.tsx: left-pad', 'src/App.tsx: ./gone.css'])
  })

  it('asks for packages that it uses alone', () => {
    const { dependencies } = manifestOf(filesOf({}))
    expect(Object.keys(dependencies)).toEqual([
      '@latchkey/kernel',
      '@latchkey/plugin-eip155',
      '@latchkey/ui-react',
      'react',
      'react-dom',
      'valtio',
      'viem',
    ])
    expect(Object.keys(manifestOf(filesOf({ chains: ['polkadot'] })).dependencies)).not.toContain('viem')
  })

  it('draws a secret of its own for each development', () => {
    const secretOf = () => filesOf({ 'sign-in': true }).get('.env.development')
    expect(secretOf()).toMatch(/^SESSION_SECRET=[\da-f]{64}$/m)
    expect(secretOf()).not.toBe(secretOf())
  })
})

describe('what is written', () => {
  it.each(['vite', 'next'])('lists each setting in the README of %s', (template) => {
    const readme = filesOf({ template, features: ['walletconnect', 'email'], 'sign-in': true }).get(
      'README.md',
    )
    expect(readme).toMatchSnapshot()
    expect(filesOf({ template }).get('README.md')).not.toContain('## Settings')
  })

  it('has every chain and feature in the list of plugins', () => {
    const answers = { chains: ids(chains), features: ids(features), 'sign-in': true }
    expect(filesOf(answers).get('src/kernel.ts')).toMatchSnapshot()
    const next = filesOf({ ...answers, template: 'next' }).get('src/kernel.ts')
    expect(next).toContain('= process.env.NEXT_PUBLIC_WALLETCONNECT_PROJECT_ID')
  })

  it('has a test wallet for each chain', () => {
    const files = filesOf({ chains: ids(chains) })
    expect(files.get('src/testWallets.ts')).toMatchSnapshot()
    expect(files.get('e2e/wallets.ts')).toMatchSnapshot()
    expect(filesOf({ chains: ['bip122', 'polkadot'] }).get('e2e/wallets.ts')).not.toContain('rpcUrl')
  })

  it('is listed by the order of the generator, however it was chosen', () => {
    const turned = filesOf({ chains: ['solana', 'eip155'] }).get('src/kernel.ts')
    expect(turned).toBe(filesOf({ chains: ['eip155', 'solana'] }).get('src/kernel.ts'))
  })

  it('says which scripts of installation pnpm leaves alone', () => {
    const settings = (template: string) => filesOf({ template }, 'pnpm').get('pnpm-workspace.yaml')
    expect(settings('vite')).toBe('allowBuilds:\n  "esbuild": false\n')
    expect(settings('next')).toBe('allowBuilds:\n  "esbuild": false\n  "sharp": false\n')
  })

  it('refuses a feature without its chain', () => {
    const swapOnly = () => filesOf({ chains: ['solana'], features: ['swap'] })
    expect(swapOnly).toThrow(CreateError)
    expect(swapOnly).toThrow(
      '"swap" works on eip155 only. Add eip155 to "--chains", or leave "swap" out of "--features".',
    )
  })
})

describe('the manifest of the generator', () => {
  it('knows a version of all that an app can ask for, and of no more than its own tools', () => {
    const all = ['vite', 'next'].flatMap((template) => {
      const answers = { template, chains: ids(chains), features: ids(features), 'sign-in': true }
      const { dependencies, devDependencies } = manifestOf(filesOf(answers))
      return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    })
    const tools = ['@types/validate-npm-package-name', 'fast-check']
    expect(knownPackages.filter((name) => !all.includes(name) && !tools.includes(name))).toEqual([])
  })
})
