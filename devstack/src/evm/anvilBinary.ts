import { createRequire } from 'node:module'
import { DevstackError } from '../devstackError.js'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Path of the anvil program. `@foundry-rs/anvil` installs one optional package per platform; we start the
 * program in it and not the package's own Node wrapper, so that there is one process to end.
 *
 * @throws DevstackError BINARY_MISSING
 */
export function anvilBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[architecture] ?? architecture}`
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return createRequire(wrapper).resolve(`${name}/bin/${file}`)
  } catch (cause) {
    const message = `The package ${name} is not installed, so there is no anvil for this platform. Install @foundry-rs/anvil with its optional dependencies.`
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
