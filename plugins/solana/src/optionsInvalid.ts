import { KernelError } from '@latchkey/kernel/plugin'

/** Every mistake of a host's call at once. */
export function optionsInvalid(call: string, problems: readonly string[]): KernelError {
  return new KernelError(`${call}() cannot use these options: ${problems.length} to fix.`, {
    code: 'SOLANA_OPTIONS_INVALID',
    metaMessages: problems.map((problem, index) => `${index + 1}. ${problem}`),
    docsPath: '@latchkey/plugin-solana/README.md#options',
  })
}
