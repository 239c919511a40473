import { type Check, failed, ok, warning } from './check.ts'

/** The supported versions of Node, on which the tests run: each major version with its lowest minor version. */
const supportedVersions: ReadonlyMap<number, number> = new Map([
  [20, 19],
  [22, 0],
  [24, 0],
])

/** Checks that Minbar supports this version of Node. */
export const checkNodeVersion: Check = async () => {
  const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number)
  const least = supportedVersions.get(major)
  if (least !== undefined && minor >= least) return ok(`Minbar is tested with Node ${process.version}.`)
  const advice = 'install Node 24, 22 or 20 (20.19 or later).'
  if (major < 20 || least !== undefined) {
    return failed(`Node ${process.version} is too old for Minbar: ${advice}`)
  }
  return warning(`Minbar is not tested with Node ${process.version}: ${advice}`)
}
