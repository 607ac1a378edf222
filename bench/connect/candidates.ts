/** An app of the job: ours, the one by hand, and those of other libraries. */
export interface Candidate {
  readonly name: string
  /** Its one module, beside this file. */
  readonly source: string
  /** What it installs by version. Our packages, which its module names, come from their archives. */
  readonly dependencies: Readonly<Record<string, string>>
  /** Finds its button. */
  readonly button: string
}

const react19 = { react: '19.3.1', 'react-dom': '19.3.1' } as const
const viem = { viem: '2.57.1' } as const

const own = (name: string, dependencies: Candidate['dependencies']): Candidate => ({
  name,
  source: `apps/${name}.tsx`,
  dependencies: { ...react19, ...viem, ...dependencies },
  button: '[data-testid="connect-button"]',
})

/** `floor` is the job by hand, which everything is divided by; `ours` lists EVM alone, `everything` each chain and most features. */
export const ownCandidates: readonly Candidate[] = [
  own('floor', { mipd: '0.0.7' }),
  own('ours', { valtio: '2.3.2' }),
  own('everything', { valtio: '2.3.2' }),
]

const wagmi = { '@tanstack/react-query': '5.108.0', wagmi: '2.19.5', ...viem } as const

/** Other libraries as they were on 2026-11-24, each with the newest React that it allows. */
export const peerCandidates: readonly Candidate[] = [
  {
    name: 'rainbowkit',
    source: 'peers/rainbowkit.jsx',
    dependencies: { '@rainbow-me/rainbowkit': '2.2.11', ...wagmi, ...react19 },
    button: '[data-testid="rk-connect-button"]',
  },
  {
    name: 'connectkit',
    source: 'peers/connectkit.jsx',
    dependencies: { connectkit: '1.9.2', ...wagmi, react: '18.3.1', 'react-dom': '18.3.1' },
    button: '#root button',
  },
]
