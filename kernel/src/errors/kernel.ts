import { BaseError, type BaseErrorOptions } from './base.js'

/** Faults of composition: what the host or a plugin author got wrong. */
export class KernelError extends BaseError {
  override name = 'KernelError'
}

/** All host mistakes at once, so that one run shows everything there is to fix. */
export class KernelConfigError extends KernelError {
  override name = 'KernelConfigError'
  declare readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`createKernel cannot use this configuration: ${problems.length} to fix.`, {
      code: 'KERNEL_CONFIG_INVALID',
      metaMessages: problems.map((problem, index) => `${index + 1}. ${problem}`),
      docsPath: '@latchkey/kernel/README.md#when-something-breaks',
    })
    this.problems = problems
  }
}

/** A plugin's own fault. It costs only that plugin; see `kernel.state.plugins`. */
export class PluginError extends KernelError {
  override name = 'PluginError'
  declare readonly pluginId: string

  constructor(pluginId: string, shortMessage: string, options: BaseErrorOptions) {
    super(shortMessage, options)
    this.pluginId = pluginId
  }
}
