import "../src/app/globals.css";
