import type { Chain } from './chains.js'
import type { Feature } from './features.js'
import { type Import, importLines } from './importLines.js'

/** How the code of a page reads a setting, and what is told to the bundler's own module reloading. */
export interface PageCode {
  /** @example 'import.meta.env.VITE_' */
  readonly settings: string
  /** Lines at the end of the module that makes the kernel. */
  readonly afterKernel: readonly string[]
}

export interface KernelParts {
  readonly chains: readonly Chain[]
  readonly features: readonly Feature[]
  readonly signIn: boolean
}

/** Writes the module that makes the kernel: everything an app can do is a line of its list. */
export function writeKernel({ chains, features, signIn }: KernelParts, page: PageCode): string {
  const needsData = features.some(({ readsWalletData }) => readsWalletData)
  const plugins = [
    ...chains.map(({ plugin }) => plugin),
    ...(needsData ? ['walletData()'] : []),
    ...features.flatMap((feature) => feature.plugins),
    ...(signIn ? ["siwx({ required: true, backend: '/api/siwx' })"] : []),
  ]
  return [
    ...importLines(kernelImports({ chains, features, signIn })),
    '',
    ...features.flatMap(({ setting }) =>
      setting
        ? [
            `/** ${setting.text} Without it, ${setting.without} aren't offered. */`,
            `const ${setting.name}: string | undefined = ${page.settings}${setting.variable}`,
            '',
          ]
        : [],
    ),
    '/** All that the widget can do. Each chain, way to connect and feature is a line; what is not listed is not loaded. */',
    'export const kernel = createKernel([',
    ...plugins.map((plugin) => `  ${plugin},`),
    '])',
    ...page.afterKernel,
    '',
  ].join('\n')
}

/** The module's imports. */
export function kernelImports({ chains, features, signIn }: KernelParts): readonly Import[] {
  const needsData = features.some(({ readsWalletData }) => readsWalletData)
  return [
    { from: '@latchkey/kernel', names: ['createKernel'] },
    ...chains.flatMap(({ imports }) => imports),
    ...(needsData ? [{ from: '@latchkey/plugin-wallet-data', names: ['walletData'] }] : []),
    ...features.flatMap(({ imports }) => imports),
    ...(signIn ? [{ from: '@latchkey/plugin-siwx/react', names: ['siwx'] }] : []),
  ]
}
