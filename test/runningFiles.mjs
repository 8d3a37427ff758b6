const QUIET_MS = 60_000;

/** Prints the running test files if none finishes for a minute, to help find endless loops. */
export default class RunningFiles {
	#running = new Set();
	#alarm;

	onRunStart() {
		const name = () => console.error(`Still running: ${[...this.#running].join(', ')}`);
		this.#alarm = setInterval(name, QUIET_MS).unref();
	}

	onTestFileStart({ path }) {
		this.#running.add(path);
	}

	onTestFileResult({ path }) {
		this.#running.delete(path);
		this.#alarm.refresh();
	}

	onRunComplete() {
		clearInterval(this.#alarm);
	}
}
