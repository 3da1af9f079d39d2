import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'

const folder = join(import.meta.dirname, '../../src/areas/ledger/anchor/contract')
const file = 'TimbermarkAnchors.sol'

/** The compiled contract as `artifact.json` holds it. */
export interface Artifact {
  compiler: string
  evmVersion: string
  abi: unknown[]
  bytecode: string
  deployedBytecode: string
}

const artifactFile = join(folder, 'artifact.json')

/**
 * Compiles the contract. Instructions newer than `paris` are avoided because consortium chains lag behind; no hash of metadata is
 * appended, so that the same source makes the same bytes.
 */
function compileContract(): Artifact {
  const evmVersion = 'paris'
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(join(folder, file), 'utf8') } },
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 1000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  if (output.errors?.length)
    throw new Error(output.errors.map((error: { formattedMessage: string }) => error.formattedMessage).join('\n'))
  const { abi, evm } = output.contracts[file].TimbermarkAnchors
  return {
    compiler: solc.version(),
    evmVersion,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
}

/** Writes the artifact after a change of the source; with `print`, only prints it. */
if (process.argv[1] === import.meta.filename) {
  const text = `${JSON.stringify(compileContract(), null, 2)}\n`
  if (process.argv[2] === 'print') process.stdout.write(text)
  else writeFileSync(artifactFile, text)
}
