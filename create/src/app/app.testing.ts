import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Answers, type PackageManager, planFiles } from '../project/index.js'
import { createLatchkey } from './createLatchkey.js'
import type { questions } from './questions.js'

export type AppAnswers = Answers<typeof questions>

/** The packages whose versions the generator's manifest has. */
export const knownPackages: readonly string[] = Object.keys(
  (
    JSON.parse(readFileSync(createLatchkey.manifest, 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
  ).devDependencies,
)

/** The files of an app as the generator would write them. */
export function filesOf(
  answers: Partial<AppAnswers>,
  packageManager: PackageManager = 'npm',
): ReadonlyMap<string, string> {
  const complete: AppAnswers = {
    template: 'vite',
    chains: ['eip155'],
    features: [],
    'sign-in': false,
    ...answers,
  }
  const { next, ...chosen } = createLatchkey.choose({
    answers: complete,
    packageName: 'my-app',
    packageManager,
  })
  return planFiles({
    ...chosen,
    versions: Object.fromEntries(knownPackages.map((name) => [name, '1.0.0'])),
    archives: {},
    templates: fileURLToPath(createLatchkey.templates),
    target: '/nowhere/my-app',
    packageName: 'my-app',
    packageManager,
  })
}
