import { type ESTree, type Plugin, parseSync } from 'vite'

/** What a caller needs to know of an endpoint; the rest is for the server, the documentation and the tests. */
const ofTheCaller = new Set(['name', 'method', 'path'])

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Leaves of each endpoint what a caller needs, and marks what the contract declares as free of side effects, so that
 * the page carries only those schemas that it checks a form by.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/][a-z-]+\.ts$/u },
      handler: (code, file) => slim(file, code),
    },
  }
}

/** A module of the contract as the page needs it. Its lines stay where they are. */
export function slim(file: string, code: string): string {
  const edits = declared(parseSync(file, code).program).flatMap((value) => [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    ...(isEndpoint(value) ? leftOut(value) : []),
    { start: value.end, end: value.end, text: '))()' },
  ])
  return edited(code, edits)
}

/** The values of the module's constants, where making them runs anything. */
function declared({ body }: ESTree.Program): ESTree.Expression[] {
  return body
    .map((it) => (it.type === 'ExportNamedDeclaration' ? it.declaration : it))
    .flatMap((it) => (it?.type === 'VariableDeclaration' ? it.declarations : []))
    .flatMap(({ init }) =>
      init !== null && /^(?:Call|Object|Array)Expression$/u.test(init.type) ? [init] : [],
    )
}

function isEndpoint(value: ESTree.Expression): value is ESTree.CallExpression {
  return (
    value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  )
}

function leftOut({ arguments: [description] }: ESTree.CallExpression): Edit[] {
  if (description?.type !== 'ObjectExpression') throw new Error('An endpoint is described by one object.')
  return description.properties.flatMap((it) =>
    it.type === 'Property' && it.key.type === 'Identifier' && ofTheCaller.has(it.key.name)
      ? []
      : [{ start: it.start, end: it.end, text: '...{}' }],
  )
}

function edited(code: string, edits: readonly Edit[]): string {
  let rest = 0
  const parts = edits.map(({ start, end, text }) => {
    const before = code.slice(rest, start)
    rest = end
    return before + text
  })
  return parts.join('') + code.slice(rest)
}
