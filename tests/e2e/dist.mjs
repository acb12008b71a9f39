// The folder of the built app: DIST, or dist/ of the repository.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export const dist = resolve(process.env.DIST ?? join(here, "../../dist"));
