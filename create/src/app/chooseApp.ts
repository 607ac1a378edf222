import { randomBytes } from 'node:crypto'
import { type Answers, type Chosen, commandsOf, CreateError, type PackageManager } from '../project/index.js'
import { chains } from './chains.js'
import { features } from './features.js'
import type { questions } from './questions.js'
import { kernelImports, type PageCode, writeKernel } from './writeKernel.js'
import { settingsTable } from './settingsTable.js'
import { writeVerifiers } from './writeVerifiers.js'
import { writeDevelopmentWallets, writeTestWallets } from './writeWallets.js'

const pages: Readonly<Record<string, PageCode>> = {
  vite: {
    settings: 'import.meta.env.VITE_',
    afterKernel: ['', 'if (import.meta.hot) import.meta.hot.dispose(() => void kernel.dispose())'],
  },
  next: { settings: 'process.env.NEXT_PUBLIC_', afterKernel: [] },
}

/**
 * Chooses the parts of an app and writes what depends on its chains and features.
 *
 * @throws CreateError for a feature without its chain
 */
export function chooseApp({
  answers,
  packageManager,
}: {
  readonly answers: Answers<typeof questions>
  readonly packageManager: PackageManager
}): Chosen {
  const { template, 'sign-in': signIn } = answers
  const listed = {
    chains: chains.filter(({ id }) => answers.chains.includes(id)),
    features: features.filter(({ id }) => answers.features.includes(id)),
    signIn,
  }
  for (const { id, chain } of listed.features)
    if (chain !== undefined && !answers.chains.includes(chain))
      throw new CreateError(
        'CREATE_OPTION_INVALID',
        `"${id}" works on ${chain} only. Add ${chain} to "--chains", or leave "${id}" out of "--features".`,
      )
  const page = pages[template]
  if (page === undefined)
    throw new CreateError('CREATE_OPTION_INVALID', `There is no template "${template}".`)
  return {
    parts: ['base', template, ...(signIn ? ['sign-in', `${template}-sign-in`] : [])],
    values: {
      secret: randomBytes(32).toString('hex'),
      settings: settingsTable(listed, page.settings.replace(/^.*\./, '')),
    },
    manifests: [{ dependencies: dependenciesOf(listed) }],
    refusedBuilds: template === 'next' ? ['esbuild', 'sharp'] : ['esbuild'],
    files: {
      'src/kernel.ts': writeKernel(listed, page),
      'src/testWallets.ts': writeDevelopmentWallets(listed.chains),
      'e2e/wallets.ts': writeTestWallets(listed.chains),
      ...(signIn ? { 'src/server/verifiers.ts': writeVerifiers(listed.chains) } : {}),
    },
    next: [`${commandsOf(packageManager).run} dev`],
  }
}

/** The packages of what the kernel's module imports, and what these want beside them. */
function dependenciesOf(listed: Parameters<typeof kernelImports>[0]): Readonly<Record<string, string>> {
  const imported = kernelImports(listed).map(({ from }) => from.split('/', 2).join('/'))
  const peers = listed.chains.flatMap((chain) => chain.peers)
  return Object.fromEntries([...imported, ...peers].map((name) => [name, '*']))
}
