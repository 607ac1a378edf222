/**
 * Writes src/evm/artifacts/*.artifact.json: our own contracts compiled with solc, and the contracts of
 * others (ENS, Multicall3) copied from the packages that publish them. Run it after changing a contract;
 * the result is committed, so nothing here is needed at run time.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { multicall3Abi } from 'viem'

interface Artifact {
  readonly contractName: string
  readonly source: string
  readonly licence: string
  readonly abi: unknown
  readonly bytecode: string
}
interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: Readonly<
    Record<string, Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>
  >
}

const require = createRequire(import.meta.url)
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const contractsFolder = join(root, 'contracts')

/** Deployed by their factory, whose bytecode carries theirs. */
const carried: ReadonlySet<string> = new Set(['OwnedAccount'])

function write(artifact: Artifact): void {
  const path = join(root, 'src/evm/artifacts', `${artifact.contractName}.artifact.json`)
  writeFileSync(path, `${JSON.stringify(artifact)}\n`)
  process.stdout.write(`${artifact.contractName}: ${(artifact.bytecode.length - 2) / 2} bytes\n`)
}

function compileOwn(): void {
  const compiler = require('solc') as { compile(input: string): string; version(): string }
  const files = readdirSync(contractsFolder).filter((file) => file.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(contractsFolder, file), 'utf8') }]),
  )
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(compiler.compile(input)) as CompilerOutput
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  for (const file of files) {
    const contractName = file.replace(/\.sol$/, '')
    if (carried.has(contractName)) continue
    const contract = output.contracts?.[file]?.[contractName]
    if (!contract) throw new Error(`${file} does not hold a contract called ${contractName}.`)
    const source = `contracts/${file}, solc ${compiler.version()}`
    const bytecode = `0x${contract.evm.bytecode.object}`
    write({ contractName, source, licence: 'MIT', abi: contract.abi, bytecode })
  }
}

function copyEns(packageName: string, version: string, contractName: string): void {
  const artifact = require(`${packageName}/build/contracts/${contractName}.json`) as {
    abi: unknown
    bytecode: string
  }
  const source = `${packageName} ${version}`
  write({ contractName, source, licence: 'BSD-2-Clause', abi: artifact.abi, bytecode: artifact.bytecode })
}

/** viem carries the creation code for its deployless calls but does not export it by name. */
async function copyMulticall3(): Promise<void> {
  const viemFolder = dirname(require.resolve('viem/package.json'))
  const version = (require('viem/package.json') as { version: string }).version
  const module = (await import(pathToFileURL(join(viemFolder, '_esm/constants/contracts.js')).href)) as {
    multicall3Bytecode: string
  }
  const source = `mds1/multicall3 as carried by viem ${version}`
  const bytecode = module.multicall3Bytecode
  write({ contractName: 'Multicall3', source, licence: 'MIT', abi: multicall3Abi, bytecode })
}

compileOwn()
copyEns('@ensdomains/ens', '0.6.2', 'ENSRegistry')
copyEns('@ensdomains/ens', '0.6.2', 'ReverseRegistrar')
copyEns('@ensdomains/resolver', '0.3.1', 'PublicResolver')
await copyMulticall3()
