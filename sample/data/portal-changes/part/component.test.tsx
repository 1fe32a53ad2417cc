import { claimWith, failOnce, render, screen, userEvent } from "../testing";
import { ${title} } from "./${part}";
${join(tests, "")}