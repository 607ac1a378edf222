import type { KernelParts } from './writeKernel.js'

/** Writes the part of a README that tells the settings of an app; nothing where there are none. */
export function settingsTable({ features, signIn }: KernelParts, prefix: string): string {
  const own = features.flatMap(({ setting }) =>
    setting ? [[`${prefix}${setting.variable}`, `${setting.text} Read when the app is built.`]] : [],
  )
  const rows = [...own, ...(signIn ? serverSettings : [])]
  if (rows.length === 0) return ''
  const lines = rows.map(([name, text]) => `| \`${name}\` | ${text} |`)
  return [
    '',
    '## Settings',
    '',
    '| Variable of the environment | What it is |',
    '| --- | --- |',
    ...lines,
    ...(signIn ? ['', '`.env.development` has those of the server for your own machine.'] : []),
    '',
  ].join('\n')
}

const serverSettings: readonly (readonly [name: string, text: string])[] = [
  [
    'SITE_ORIGIN',
    'Where people open the page, such as `https://app.example`. Sign-ins for another site are refused.',
  ],
  ['SESSION_SECRET', '32 characters and more that nobody can guess: `openssl rand -hex 32`.'],
  ['DATABASE_URL', 'Where sessions are kept: `file:app.db`, or `libsql://…` for a server.'],
]
