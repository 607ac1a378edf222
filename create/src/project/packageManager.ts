export const packageManagers = ['npm', 'pnpm', 'yarn'] as const

export type PackageManager = (typeof packageManagers)[number]

/** The package manager that runs this process, by the name that it gives itself in `npm_config_user_agent`. */
export function callingPackageManager(environment: NodeJS.ProcessEnv): PackageManager {
  const [name] = (environment['npm_config_user_agent'] ?? '').split('/')
  return packageManagers.find((known) => known === name) ?? 'npm'
}

/** The words that a person types. `run` and `exec` stand before the name of a script or a program. */
export function commandsOf(manager: PackageManager) {
  const exec = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn exec' }[manager]
  return { install: `${manager} install`, run: `${manager} run`, exec } as const
}
