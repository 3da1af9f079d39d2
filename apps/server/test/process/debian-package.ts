import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The program's path on this machine; undefined where it is not installed. */
export function onPath(program: string): string | undefined {
  // Ordinary users do not have the folders of system programs on their path.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, program)).find(path => existsSync(path))
}

/**
 * Debian and its kin: packages are fetched and unpacked into a folder, not installed, which needs no rights and starts
 * nothing. What cannot be fetched is left out.
 * @param isEnough asked after each package: whether the others are not needed
 */
export function unpackPackages(folder: string, names: readonly string[], isEnough = () => false): void {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return
  const lists = join(folder, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  // A fresh machine knows no packages yet; lists of our own need no rights, and leave the machine's as they are.
  const listOptions = ['-o', `Dir::State::Lists=${lists}`, '-o', 'APT::Sandbox::User=']
  spawnSync('apt-get', [...listOptions, 'update'], { timeout: 120_000 })
  for (const name of names) {
    spawnSync('apt-get', [...listOptions, 'download', name], { cwd: folder, timeout: 60_000 })
    const archive = readdirSync(folder).find(file => file.startsWith(`${name}_`) && file.endsWith('.deb'))
    if (archive) spawnSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder, timeout: 60_000 })
    if (archive && isEnough()) return
  }
}
