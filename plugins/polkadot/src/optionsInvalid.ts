import { KernelError } from '@latchkey/kernel/plugin'

/** Of every mistake of options. */
export const optionsCode = 'POLKADOT_OPTIONS_INVALID'

/** Every mistake of a host's call at once. */
export function optionsInvalid(call: string, problems: readonly string[]): KernelError {
  return new KernelError(`${call}() cannot use these options: ${problems.length} to fix.`, {
    code: optionsCode,
    metaMessages: problems.map((problem, index) => `${index + 1}. ${problem}`),
    docsPath: '@latchkey/plugin-polkadot/README.md#options',
  })
}
